import type * as RefreshRuntime from 'react-refresh/runtime';

/** The interface that webpack gives a module under development as `import.meta.webpackHot`. */
interface Hot {
  data?: { shape?: Shape };
  accept: () => void;
  dispose: (keep: (data: { shape?: Shape }) => void) => void;
  invalidate: () => void;
}

/** The components that a module exports: each name with what React Refresh knows the component by. */
type Shape = [name: string, family: unknown][];

/** React's runtime in the page. Consoles of production builds have none: the page then reloads after a change. */
const runtime = (globalThis as { __camRefresh?: typeof RefreshRuntime }).__camRefresh;

/** Wait for the other modules of one change, ms. */
const QUIET = 20;

/** Takes the place of React Refresh's `$RefreshSig$`: notes the hooks of a component, which decide if its state survives. */
export const signatureOf = runtime ? runtime.createSignatureFunctionForTransform : () => (type?: unknown) => type;

/** Returns a module's `$RefreshReg$`, which registers its components. */
export function registerIn(file: string): (type: unknown, name: string) => void {
  return (type, name) => runtime?.register(type, `${file} ${name}`);
}

/**
 * Ends a module. A module that exports nothing but components takes its own changes; a change of another one reaches the modules that import it, and
 * reloads the page where none of them takes it.
 */
export function acceptComponents(exported: Record<string, unknown>, hot: Hot | undefined): void {
  if (!runtime || !hot) return;
  const before = hot.data?.shape;
  const shape = shapeOf(exported, runtime);
  if (!shape) {
    if (before) hot.invalidate();
    return;
  }
  hot.dispose((data) => (data.shape = shape));
  hot.accept();
  if (!before) return;
  // Modules that import it hold a component that is gone.
  if (isSame(before, shape)) refresh(runtime);
  else hot.invalidate();
}

function shapeOf(exported: Record<string, unknown>, { isLikelyComponentType, getFamilyByType }: typeof RefreshRuntime): Shape | null {
  const entries = Object.entries(exported);
  if (entries.length === 0 || !entries.every(([, value]) => isLikelyComponentType(value))) return null;
  return entries.map(([name, value]) => [name, getFamilyByType(value)]);
}

function isSame(before: Shape, after: Shape): boolean {
  return before.length === after.length && after.every(([name, family], index) => before[index]?.[0] === name && before[index]?.[1] === family);
}

let timer: ReturnType<typeof setTimeout> | undefined;

function refresh({ performReactRefresh }: typeof RefreshRuntime): void {
  clearTimeout(timer);
  timer = setTimeout(performReactRefresh, QUIET);
}
