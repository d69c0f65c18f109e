/** Clouds with groups whose members a change can add and remove. */
const CLOUDS: ReadonlySet<string> = new Set(['AWS', 'GCP', 'IDP_OKTA', 'IDP_AZURE_AD']);

/** Reports whether CAM can try changes of the members of a group. */
export function isEditableGroup(uri: string): boolean {
  return CLOUDS.has(uri.split(':')[1] ?? '');
}
