"""`python -m service.command_line`: the command without the script that an installation makes."""

from service.command_line import main

main(prog_name="rollstream")
