declare module 'react-refresh/runtime' {
  export function injectIntoGlobalHook(page: typeof globalThis): void;
  export function register(type: unknown, id: string): void;
  export function createSignatureFunctionForTransform(): (type?: unknown, key?: string, forceReset?: boolean, hooks?: () => unknown[]) => unknown;
  export function isLikelyComponentType(type: unknown): boolean;
  export function getFamilyByType(type: unknown): object | undefined;
  export function performReactRefresh(): unknown;
}
