/**
 * Loads every shared module into the share scope. Remotes contain none of their own, and the runtime prefers loaded modules. Each module therefore
 * exists once, in the host's version.
 */
export async function provideSharedModules(): Promise<void> {
  await Promise.all([
    import('react'),
    import('react/jsx-runtime'),
    import('react-dom'),
    import('react-dom/client'),
    import('react-router-dom'),
    import('jotai'),
    import('swr'),
    import('@cam/platform'),
    import('@cam/ui'),
  ]);
}
