"""Connects with three Python clients and prints what each shows its user: clients.py URL KEY."""

import asyncio
import json
import sys

from agents.mcp import MCPServerStreamableHttp
from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client


async def by_sdk(url: str, headers: dict[str, str]) -> int:
    async with create_mcp_http_client(headers=headers) as http:
        async with streamable_http_client(url, http_client=http) as streams:
            async with ClientSession(streams[0], streams[1]) as session:
                await session.initialize()
                return len((await session.list_tools()).tools)


async def by_fastmcp(url: str, headers: dict[str, str]) -> int:
    async with Client(StreamableHttpTransport(url, headers=headers)) as client:
        return len(await client.list_tools())


async def by_openai_agents(url: str, headers: dict[str, str]) -> int:
    async with MCPServerStreamableHttp({"url": url, "headers": headers}) as server:
        return len(await server.list_tools())


def reasons(error: BaseException) -> str:
    """Messages of an error, of those it groups and of those that caused it."""
    open_errors, seen = [error], []
    while open_errors:
        one = open_errors.pop()
        if one is None or one in seen:
            continue
        seen.append(one)
        open_errors += [*getattr(one, "exceptions", ()), one.__cause__, one.__context__]
    return "\n".join(str(one) for one in seen)


async def main(url: str, key: str) -> None:
    headers = {"Authorization": f"Bearer {key}"}
    shown: dict[str, object] = {}
    for connect in (by_sdk, by_fastmcp, by_openai_agents):
        try:
            shown[connect.__name__] = await connect(url, headers)
        except BaseException as error:
            shown[connect.__name__] = reasons(error)
    print(json.dumps(shown))


asyncio.run(main(sys.argv[1], sys.argv[2]))
