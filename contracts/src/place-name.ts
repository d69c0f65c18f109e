/** `Oslo, Norway`: what is known of a place, and nothing twice. */
export function placeName({ city, state, country }: { city: string; state: string; country: string }): string {
  return [city, state, country].filter((part, index, all) => part !== '' && part !== all[index - 1]).join(', ');
}
