import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { ApiClient } from '../api-client';
import { command, type CommonOptions } from '../command';
import { findInstallation } from '../installation';
import { errorReply, headersOf, repliesOf, type McpMessage } from '../mcp-messages';

/** Returns the command that connects assistants which talk to programs instead of addresses. */
export function mcpCommand(): Command {
  return command('mcp', 'serve an assistant over standard input and output (Model Context Protocol), with the rights of your token')
    .option('--user <email>', 'user of the embedded user pool, on the machine of the server')
    .addHelpText('after', '\nExample, in the settings of the assistant:\n  { "command": "cam", "args": ["mcp"] }')
    .action(async (options: CommonOptions & { user?: string }) => {
      const installation = findInstallation({ profile: options.profile });
      const client = new ApiClient(installation, options.user === undefined ? { tenant: options.tenant ?? 'demo' } : { user: options.user });
      const open = new Set<Promise<void>>();
      for await (const line of createInterface({ input: process.stdin })) {
        if (line.trim() === '') continue;
        const served = serve(line, `${installation.url}/v1/mcp`, client).finally(() => open.delete(served));
        open.add(served);
      }
      await Promise.all(open);
    });
}

/** Sends a message to the server and prints its replies, each on a line. A message that got none is answered with the reason. */
async function serve(line: string, url: string, client: ApiClient): Promise<void> {
  let message: McpMessage;
  try {
    message = JSON.parse(line) as McpMessage;
  } catch {
    print(errorReply(null, -32700, 'This line is no JSON.'));
    return;
  }
  try {
    const authorization = `Bearer ${await client.token()}`;
    const response = await fetch(url, { method: 'POST', headers: { authorization, ...headersOf(message) }, body: line });
    for (const reply of repliesOf(message, response.status, response.headers.get('content-type') ?? '', await response.text())) print(reply);
  } catch (error) {
    if (message.id !== undefined) print(errorReply(message.id, -32000, `CAM did not answer at ${url}: ${(error as Error).message}`));
  }
}

function print(reply: string): void {
  process.stdout.write(`${reply}\n`);
}
