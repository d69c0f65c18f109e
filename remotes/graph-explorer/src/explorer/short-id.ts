/** Azure and GCP ids that are paths in the resource hierarchy. */
const PATH = /^\/(?:\/[\w.-]+\/|subscriptions\/|providers\/)\S+$/i;

/** Returns the last segment of a hierarchical id, or of each id in a comma-separated list. Returns any other text unchanged. */
export function shortId(text: string): string {
  const ids = text.split(', ');
  return ids.every((id) => PATH.test(id)) ? ids.map((id) => id.slice(id.lastIndexOf('/') + 1) || id).join(', ') : text;
}
