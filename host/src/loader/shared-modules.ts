/**
 * Loads every shared module into the share scope. A remote brings none of its own, and the runtime prefers what is loaded already:
 * together that makes each of them exist once, in the host's version.
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
