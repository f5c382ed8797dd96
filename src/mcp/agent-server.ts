import type { Readable, Writable } from 'node:stream';
import { createMcpHandler, McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { ownPackage } from '../base/own-files.ts';
import type { AgentWorld, Call } from './call.ts';
import { docsPages, readDocs, readRelease, releasePages } from './resources.ts';
import { type Told, tools } from './tools.ts';

const instructions =
  'Shoal publishes records of people so that each hides among k others. Go from list_sources to inspect, draft, check, plan, run and follow. You never see rows or values of the data, and no count below k. A person decides who is protected and what may leave: show them the draft before you run it.';

/** The tools and pages for one agent, whose requests `world` makes. */
export function agentServer(world: AgentWorld): McpServer {
  const server = new McpServer({ name: 'shoal', version: ownPackage().version }, { instructions });
  for (const { name, title, description, input, readOnly, run } of tools)
    server.registerTool(
      name,
      { title, description, inputSchema: input, annotations: { readOnlyHint: readOnly, openWorldHint: false } },
      async (asked) => asContent(await run(asked, world)),
    );
  server.registerResource(
    'docs',
    new ResourceTemplate('shoal://docs/{page}', { list: () => ({ resources: [...docsPages()] }) }),
    { title: 'Documentation', mimeType: 'text/markdown' },
    (uri, { page }) => {
      const text = readDocs(String(page));
      if (text === undefined) throw new ResourceNotFoundError(uri.href);
      return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text }] };
    },
  );
  server.registerResource(
    'releases',
    new ResourceTemplate('shoal://releases/{id}/{name}', {
      list: async () => ({ resources: [...(await releasePages(world.call))] }),
    }),
    { title: 'Reports and manifests of releases, public edition' },
    async (uri, { id, name }) => {
      const found = await readRelease(world.call, String(id), String(name));
      if (found === undefined) throw new ResourceNotFoundError(uri.href);
      return { contents: [{ uri: uri.href, ...found }] };
    },
  );
  return server;
}

const asContent = (told: Told) =>
  told.ok
    ? { content: [{ type: 'text' as const, text: JSON.stringify(told.value) }] }
    : { content: [{ type: 'text' as const, text: JSON.stringify({ problems: told.problems }) }], isError: true };

/** Serves one agent over a pair of streams until the first of them ends. */
export async function serveStreams(world: AgentWorld, stdin: Readable, stdout: Writable): Promise<void> {
  const transport = new StdioServerTransport(stdin, stdout);
  const handle = serveStdio(() => agentServer(world), { transport });
  await new Promise<void>((resolve) => {
    stdin.once('end', resolve);
    stdin.once('close', resolve);
  });
  await handle.close();
}

/** Serves agents over HTTP, each request on its own; `callAs` makes requests with the token that came with it. */
export function agentHandler(callAs: (token: string | undefined) => Call, wait: AgentWorld['wait']) {
  return createMcpHandler(({ authInfo }) => agentServer({ call: callAs(authInfo?.token), wait }));
}
