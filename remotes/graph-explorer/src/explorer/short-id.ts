/** Ids of Azure and GCP that say where in the hierarchy something lies. */
const PATH = /^\/(?:\/[\w.-]+\/|subscriptions\/|providers\/)\S+$/i;

/** Ids of that kind, one or several with commas between them, by what they end in; all other text as it is. */
export function shortId(text: string): string {
  const ids = text.split(', ');
  return ids.every((id) => PATH.test(id)) ? ids.map((id) => id.slice(id.lastIndexOf('/') + 1) || id).join(', ') : text;
}
