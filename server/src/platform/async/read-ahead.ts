/** Reads the next part of a list while the caller works on the current one. A caller that stops early does not see errors of the part that it does not want. */
export async function* readAhead<T>(parts: AsyncIterator<T>): AsyncGenerator<T> {
  let next = parts.next();
  try {
    for (let part = await next; !part.done; part = await next) {
      next = parts.next();
      next.catch(() => undefined);
      yield part.value;
    }
  } finally {
    await parts.return?.();
  }
}
