"""`python -m service.command_line`: runs the command without its installed script."""

from service.command_line import main

main(prog_name="rollstream")
