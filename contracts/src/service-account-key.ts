/** Required fields of a key, in the order in which a missing one is reported. */
const NEEDED = ['client_email', 'private_key', 'project_id'] as const;

/**
 * Returns a sentence that says why a service account key is invalid, without any of its content; null for a valid key.
 * @see Google Cloud, "Create and delete service account keys"
 */
export function serviceAccountKeyError(text: string): string | null {
  const key = parsed(text);
  if (key === null) return 'This is not JSON. Paste the whole key, from the first brace to the last, or choose its file';
  if (key.type !== 'service_account') return 'This JSON is not a service account key. Create a key of type JSON';
  const missing = NEEDED.find((part) => typeof key[part] !== 'string' || key[part] === '');
  if (missing !== undefined) return `This key has no ${missing}. Paste the whole key, or choose its file`;
  return null;
}

/** Returns the JSON object; null for any other text. */
function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
