"""Converts the tools of tools/list (on standard input) as the SDKs of three model providers do; prints the names."""

import copy
import json
import sys

from agents.strict_schema import ensure_strict_json_schema
from anthropic.lib.tools.mcp import mcp_tool
from google.genai import types
from google.genai._mcp_utils import mcp_to_gemini_tool
from mcp.types import Tool


def without_refusal(schema: object) -> object:
    """Google's MCP helper fails on every boolean additionalProperties (googleapis/python-genai, issue 2476)."""
    if isinstance(schema, dict):
        kept = {name: value for name, value in schema.items() if name != "additionalProperties"}
        return {name: without_refusal(value) for name, value in kept.items()}
    return [without_refusal(value) for value in schema] if isinstance(schema, list) else schema


def google(tool: dict) -> str:
    # As it is published, by the converter of schemas; and by the helper for MCP tools.
    types.Schema.from_json_schema(json_schema=types.JSONSchema(**tool["inputSchema"]))
    accepted = {**tool, "inputSchema": without_refusal(tool["inputSchema"])}
    return mcp_to_gemini_tool(Tool.model_validate(accepted)).function_declarations[0].name


def openai(tool: dict) -> str:
    strict = ensure_strict_json_schema(copy.deepcopy(tool["inputSchema"]))
    assert strict["additionalProperties"] is False
    assert sorted(strict["required"]) == sorted(strict["properties"])
    return tool["name"]


def anthropic(tool: dict) -> str:
    return mcp_tool(Tool.model_validate(tool), None).to_dict()["name"]


tools = json.load(sys.stdin)["tools"]
converters = {"google": google, "openai": openai, "anthropic": anthropic}
print(json.dumps({name: [convert(tool) for tool in tools] for name, convert in converters.items()}))
