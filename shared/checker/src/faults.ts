import { canonical, type Json } from './canonical';

/** The proof does not hold. */
export class Invalid extends Error {
  /**
   * @param place the step, fact or part of the file
   * @param found the value in the file
   * @param wanted the value that follows instead
   */
  constructor(
    readonly place: string,
    message: string,
    readonly found?: Json,
    readonly wanted?: Json,
  ) {
    super(message);
  }
}

/** This checker cannot judge the proof: it uses something that the checker does not know. */
export class NotCheckable extends Error {
  constructor(
    readonly place: string,
    message: string,
  ) {
    super(message);
  }
}

/** Requires that the file says what follows. @throws Invalid with both values */
export function mustBe(place: string, what: string, found: Json, wanted: Json): void {
  if (canonical(found) !== canonical(wanted)) throw new Invalid(place, `${what} is not what follows.`, found, wanted);
}
