/** Returns the name of a place from its known components, without repetition: `Oslo, Norway`. */
export function placeName({ city, state, country }: { city: string; state: string; country: string }): string {
  return [city, state, country].filter((part, index, all) => part !== '' && part !== all[index - 1]).join(', ');
}
