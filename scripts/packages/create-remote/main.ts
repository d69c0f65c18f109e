import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createRemote, CreateError } from './create-remote';

declare const CAM_VERSION: string | undefined;
declare const CAM_OVERRIDES: Record<string, string> | undefined;

const USAGE = 'Usage: npm create @cam/remote ID -- [--name "Display Name"] [--in FOLDER] [--console https://cam.example.com]';

/** `npm create @cam/remote`: creates the repository of a remote and says what to do next. */
function main(): void {
  const options = { name: { type: 'string' }, in: { type: 'string' }, console: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [id, ...others] = positionals;
  const url = values.console ?? process.env.CAM_URL;
  if (!id || others.length > 0) throw new CreateError(USAGE);
  if (!url) throw new CreateError('The address of the console is missing. Set CAM_URL, or use --console https://cam.example.com');
  const isPacked = typeof CAM_VERSION === 'string';
  const folder = resolve(values.in ?? id);
  const { name } = createRemote({
    id,
    ...(values.name ? { name: values.name } : {}),
    folder,
    url,
    template: fileURLToPath(new URL(isPacked ? '../template' : '../../templates/remote', import.meta.url)),
    version: isPacked ? (CAM_VERSION as string) : '0.0.0',
    overrides: isPacked ? (CAM_OVERRIDES ?? {}) : {},
  });
  console.log(`Created ${name} in ${folder}.\nNext: cd ${folder} && npm install && npm test && npm run build`);
}

try {
  main();
} catch (error) {
  if (!(error instanceof CreateError) && !(error instanceof TypeError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
