/**
 * Returns the empty state of an inventory view.
 * @param plural the plural display name of the entity type
 */
export function noEntities(plural: string): { title: string; text: string } {
  return {
    title: `No ${plural.toLowerCase()}`,
    text: `The selected sources contain no ${plural.toLowerCase()}. Clear the source filter or connect another source.`,
  };
}
