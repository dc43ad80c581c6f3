"""The MCP server: tools, resources and prompts of one memory, by the official SDK.

Importing this takes a good part of a second.
"""

import logging
import threading
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar, cast

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.shared.exceptions import MCPError

from memtui import __version__
from memtui.desk.as_json import error_json
from memtui.errors import Code, MemtuiError
from memtui.serve import greeting, pages
from memtui.serve.client import CLIENT, Client
from memtui.serve.opened import Library, Opened
from memtui.serve.tools import TOOLS

Context = ServerRequestContext[Any, Any]
Result = TypeVar("Result")
_TOOLS = {tool.name: tool for tool in TOOLS}
_AT_ONCE = 4
_RESOURCE_NOT_FOUND = -32002


def make_server(library: Library, name: str, client: Client) -> Server[Any]:
    """Make the server of one memory.

    Args:
        library: Where it is opened.
        name: The memory.
        client: Who asks, where the request does not say it itself.
    """
    # Its warnings name paths and requests; what a person must know is in the answers.
    logging.getLogger("mcp").setLevel(logging.ERROR)
    asked_by = partial(_client, client)

    at_once = threading.BoundedSemaphore(_AT_ONCE)

    async def use(do: Callable[[Opened], Result]) -> Result:
        gone = threading.Event()

        def run() -> Result | None:
            with at_once:
                # What nobody waits for any more is not begun.
                return None if gone.is_set() else do(library.use(name))

        try:
            result = await anyio.to_thread.run_sync(run, abandon_on_cancel=True)
        except anyio.get_cancelled_exc_class():
            gone.set()
            raise
        return cast(Result, result)

    async def call(ctx: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        tool = _TOOLS.get(params.name)
        if tool is None:
            raise MCPError(types.INVALID_PARAMS, f"There is no tool {params.name[:80]}.")
        who = asked_by(ctx)
        try:
            # What changes something is not left half done when the client goes.
            with anyio.CancelScope(shield=not tool.reads):
                answered = await use(lambda opened: tool.call(opened, who, params.arguments))
        except MemtuiError as error:
            return types.CallToolResult(
                content=[types.TextContent(text=str(error))],
                structured_content={"error": error_json(error)},
                is_error=True,
            )
        return types.CallToolResult(
            content=[types.TextContent(text=answered.text)], structured_content=answered.values
        )

    async def tools(ctx: Context, params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_tool(tool) for tool in TOOLS])

    async def resources(
        ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        cursor = params.cursor if params else None
        page = await _told(use(lambda opened: pages.listed(opened.desk, cursor)))
        return types.ListResourcesResult(
            resources=[
                types.Resource(
                    uri=each.uri, name=each.name, title=each.title, mime_type=pages.MARKDOWN
                )
                for each in page.resources
            ],
            next_cursor=page.next,
        )

    async def templates(ctx: Context, params: Any) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(
                    uri_template=uri, name=name, description=does, mime_type=pages.MARKDOWN
                )
                for uri, name, does in pages.TEMPLATES
            ]
        )

    async def read(
        ctx: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        uri = str(params.uri)
        text = await _told(use(lambda opened: pages.read(opened.desk, uri)))
        content = types.TextResourceContents(uri=uri, mime_type=pages.MARKDOWN, text=text)
        return types.ReadResourceResult(contents=[content])

    async def prompts(ctx: Context, params: Any) -> types.ListPromptsResult:
        return types.ListPromptsResult(
            prompts=[
                types.Prompt(
                    name=each.name,
                    title=each.title,
                    description=each.does,
                    arguments=[
                        types.PromptArgument(name=arg, description=does, required=required)
                        for arg, does, required in each.takes
                    ],
                )
                for each in pages.PROMPTS
            ]
        )

    async def prompt(ctx: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        arguments = params.arguments or {}
        found = next((each for each in pages.PROMPTS if each.name == params.name), None)
        if found is None:
            raise MCPError(types.INVALID_PARAMS, f"There is no prompt {params.name[:80]}.")
        text = await _told(use(lambda opened: found.text(opened, arguments)))
        message = types.PromptMessage(role="user", content=types.TextContent(text=text))
        return types.GetPromptResult(description=found.does, messages=[message])

    return Server(
        greeting.NAME,
        version=__version__,
        title=greeting.TITLE,
        instructions=greeting.INSTRUCTIONS,
        on_list_tools=tools,
        on_call_tool=call,
        on_list_resources=resources,
        on_list_resource_templates=templates,
        on_read_resource=read,
        on_list_prompts=prompts,
        on_get_prompt=prompt,
    )


def _client(given: Client, ctx: Context) -> Client:
    """Who asks: by its token, by what the command line called it, else as it calls itself."""
    request = ctx.request
    who = request.scope.get(CLIENT, given) if request is not None else given
    params = ctx.session.client_params
    if who.name or params is None:
        return who
    told = params.client_info.title or params.client_info.name
    return Client(told, who.scope, named=False, memory=who.memory)


async def _told(doing: Any) -> Any:
    """What is done, with a failure as MCP has it where no tool is called."""
    try:
        return await doing
    except MemtuiError as error:
        missing = error.code in (Code.FACT_UNKNOWN, Code.MEMORY_UNKNOWN)
        code = _RESOURCE_NOT_FOUND if missing else types.INVALID_PARAMS
        raise MCPError(code, str(error), error_json(error)) from error


def _tool(tool: Any) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.does,
        input_schema=tool.takes,
        output_schema=tool.gives,
        annotations=types.ToolAnnotations(
            read_only_hint=tool.reads,
            destructive_hint=False,
            idempotent_hint=True,
            open_world_hint=False,
        ),
    )
