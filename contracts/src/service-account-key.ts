/** Parts of a key that CAM needs, in the order in which one that is missing is named. */
const NEEDED = ['client_email', 'private_key', 'project_id'] as const;

/**
 * What is wrong with the JSON of a service account's key, as a sentence in which nothing of it stands; null: nothing. Source: Google Cloud, "Create and
 * delete service account keys".
 */
export function serviceAccountKeyError(text: string): string | null {
  const key = parsed(text);
  if (key === null) return 'This is not JSON. Paste the whole key, from the first brace to the last, or choose its file';
  if (key.type !== 'service_account') return 'This is JSON, but no key of a service account. Create one of the type JSON';
  const missing = NEEDED.find((part) => typeof key[part] !== 'string' || key[part] === '');
  if (missing !== undefined) return `This key has no ${missing}. Paste the whole key, or choose its file`;
  return null;
}

/** Null: it is no object of JSON. */
function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
