import { notify } from '@cam/platform';

/** Copies a text to the clipboard, and says that it did or why it could not. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify.success(done);
  } catch {
    // Browsers refuse access to the clipboard on an insecure connection, or if the user blocked it.
    notify.error('The browser blocked access to the clipboard. Select the text and copy it manually.');
  }
}
