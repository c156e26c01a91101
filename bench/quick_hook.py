"""A receiver that answers every message at once: `python -m bench.quick_hook PORT`. A GET returns how many messages came."""

import asyncio
import sys

ANSWER = b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"


class Hook:
    def __init__(self) -> None:
        self.messages = 0

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        if head.startswith(b"get"):
            count = str(self.messages).encode()
            writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%b" % (len(count), count))
        else:
            length = head.partition(b"content-length:")[2].partition(b"\r\n")[0]
            await reader.readexactly(int(length))
            self.messages += 1
            writer.write(ANSWER)
        writer.close()


async def main() -> None:
    server = await asyncio.start_server(Hook().answer, "127.0.0.1", int(sys.argv[1]), backlog=4096)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
