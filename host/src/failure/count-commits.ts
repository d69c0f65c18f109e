interface ReactHook {
  supportsFiber?: boolean;
  inject?: (renderer: unknown) => number;
  onCommitFiberRoot?: (...commit: unknown[]) => void;
}

let commits = 0;

/**
 * Counts the updates of the page by React, through the hook that it offers to developer tools. Call it before React is loaded. Developer tools that installed
 * the hook first keep working.
 */
export function countCommits(): void {
  const page = globalThis as { __REACT_DEVTOOLS_GLOBAL_HOOK__?: ReactHook };
  const hook = (page.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= { supportsFiber: true, inject: () => 1 });
  const next = hook.onCommitFiberRoot;
  const count = (...commit: unknown[]): void => {
    commits += 1;
    next?.apply(hook, commit);
  };
  // Without effect on a hook that an extension has frozen; nothing is counted then.
  Reflect.set(hook, 'onCommitFiberRoot', count);
}

/** Returns the number of updates since the start. */
export function commitsSoFar(): number {
  return commits;
}
