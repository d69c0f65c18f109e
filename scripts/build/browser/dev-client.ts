import { showProblems, type Problem } from './overlay';

declare const __CAM_REMOTE__: string;
declare const __webpack_hash__: string;
declare const __webpack_public_path__: string;

/** The state of the sources, as the developer's machine sends it after each build and each check of types. */
interface SourcesState {
  /** Hash of the newest build without mistakes. */
  hash: string;
  /** Changes with what a page cannot take without a reload: the manifest. */
  manifest: string;
  problems: readonly Problem[];
}

interface WebpackHot {
  status: () => string;
  check: (apply: boolean) => Promise<unknown[] | null>;
}

const hot = (import.meta as { webpackHot?: WebpackHot }).webpackHot;

/** The connection of each remote. One that loads again closes the former. */
const connections = ((globalThis as { __camDevelopment?: Record<string, EventSource> }).__camDevelopment ??= {});

let manifest: string | undefined;

async function take({ hash, problems, ...state }: SourcesState): Promise<void> {
  showProblems(__CAM_REMOTE__, problems);
  if (manifest !== undefined && state.manifest !== manifest) return window.location.reload();
  manifest = state.manifest;
  if (hash === __webpack_hash__ || hot?.status() !== 'idle') return;
  // React's production build can refresh nothing.
  if (!('__camRefresh' in globalThis)) return window.location.reload();
  try {
    // Null if the update is gone: the build has moved on more than once since.
    if (!(await hot.check(true))) window.location.reload();
    else if (latest && latest.hash !== __webpack_hash__) await take(latest);
  } catch (error) {
    console.warn('The change could not be applied in place, so the page reloads.', error);
    window.location.reload();
  }
}

let latest: SourcesState | undefined;

connections[__CAM_REMOTE__]?.close();
const connection = new EventSource(`${__webpack_public_path__}events`);
connections[__CAM_REMOTE__] = connection;
connection.addEventListener('message', ({ data }) => {
  latest = JSON.parse(String(data)) as SourcesState;
  void take(latest);
});
