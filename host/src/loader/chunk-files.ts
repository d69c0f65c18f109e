import { currentAddress } from './refetch-release';
import { addressOf, digestOf, type ReleaseFiles } from './release-files';

type Id = string | number;

/** Time after which a script of another origin is given up, ms. `hanging-files.ts` gives up those of the console's own earlier. */
const LIMIT = 120_000;

/** Name of a chunk's file: its id, a digest and `js` or `css`. */
const FILE = /^(.+)\.[0-9a-f]{12}\.(js|css)$/;

/** Loads the scripts and style sheets of a release by chunk, each once, and lets the browser check their digests. */
export class ChunkFiles {
  readonly #addresses = new Map<string, string>();
  readonly #present = new Set<string>();
  readonly #loading = new Map<string, Promise<void>>();

  constructor(release: ReleaseFiles) {
    for (const file of Object.keys(release.integrity)) {
      const [, id, kind] = FILE.exec(file) ?? [];
      if (id !== undefined) this.#addresses.set(`${id}.${kind}`, addressOf(release, file));
    }
  }

  /** Returns the address of a chunk's script; undefined for a chunk without one. */
  scriptOf(id: Id): string | undefined {
    return this.#addresses.get(`${id}.js`);
  }

  /** Reports whether the modules of a chunk are there. */
  has(id: Id): boolean {
    return this.#present.has(`${id}.js`);
  }

  /** Notes that the modules of a chunk are there. */
  arrived(id: Id): void {
    this.#present.add(`${id}.js`);
  }

  /** Loads the files of a chunk. @throws an error with the address as `request`; the next call tries again */
  async load(id: Id): Promise<void> {
    await Promise.all([this.#once(`${id}.css`, (address) => loadStyle(id, address)), this.#once(`${id}.js`, (address) => this.#script(id, address))]);
  }

  #once(key: string, load: (address: string) => Promise<void>): Promise<void> | undefined {
    const address = this.#addresses.get(key);
    if (address === undefined || this.#present.has(key)) return undefined;
    const running = this.#loading.get(key);
    if (running) return running;
    const loading = load(address)
      .then(() => void this.#present.add(key))
      .finally(() => this.#loading.delete(key));
    this.#loading.set(key, loading);
    return loading;
  }

  async #script(id: Id, address: string): Promise<void> {
    const script = document.createElement('script');
    script.src = currentAddress(address);
    prepare(script, address);
    const failed = await settled(script, LIMIT);
    script.remove();
    if (failed !== null || !this.has(id)) throw chunkError(`Loading chunk ${id} failed.`, failed ?? 'missing', script.src);
  }
}

async function loadStyle(id: Id, address: string): Promise<void> {
  const isThere = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].some(
    (link) => link.href.split('?')[0] === address && link.sheet,
  );
  if (isThere) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = currentAddress(address);
  prepare(link, address);
  const failed = await settled(link);
  if (failed === null) return;
  link.remove();
  throw chunkError(`Loading CSS chunk ${id} failed.`, failed, link.href);
}

function prepare(element: HTMLScriptElement | HTMLLinkElement, address: string): void {
  const digest = digestOf(address);
  if (digest) element.integrity = digest;
  if (!address.startsWith(`${window.location.origin}/`)) element.crossOrigin = 'anonymous';
}

/** Puts a tag into the page. Resolves with null when its file has loaded, else with what happened. */
function settled(element: HTMLElement, limit?: number): Promise<string | null> {
  return new Promise((resolve) => {
    const timer = limit === undefined ? undefined : setTimeout(() => resolve('timeout'), limit);
    const end = (what: string | null): void => {
      clearTimeout(timer);
      resolve(what);
    };
    element.onload = () => end(null);
    element.onerror = (event) => end(typeof event === 'string' ? event : event.type);
    document.head.appendChild(element);
  });
}

/** Returns an error like those of webpack, which `load-error.ts` reads. */
function chunkError(message: string, type: string, request: string): Error {
  return Object.assign(new Error(`${message}\n(${type}: ${request})`), { name: 'ChunkLoadError', type, request });
}
