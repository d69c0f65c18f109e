/** A failure that the user can fix. Printed as a message without a stack. */
export class CliFailure extends Error {
  constructor(
    message: string,
    readonly details?: unknown,
  ) {
    super(message);
  }
}

/** The exit codes of every command. They never change their meaning. */
export const EXIT_CODES = {
  done: 0,
  /** The server refused the call, or the work failed. */
  failed: 1,
  /** An unknown command or option, or a missing argument. */
  usage: 2,
  /** The token is missing, expired or revoked. */
  notSignedIn: 3,
  /** No server responds. */
  notReached: 4,
  /** Nothing failed, but the answer is not known. */
  undecided: 5,
} as const;

/** A gate could not decide about a change. */
export class Undecided extends CliFailure {}

/** No server responds. */
export class NotReached extends CliFailure {}

/** Returns the failure for an address without a server. */
export function notReached(url: string): CliFailure {
  return new NotReached(`No CAM server responds at ${url}. Check the address and the network, then try again.`);
}

/** Nobody is signed in to any installation. */
export class NotSignedIn extends CliFailure {
  constructor() {
    super('Nobody is signed in. Sign in with: cam login https://cam.company.example');
  }
}

/** Returns the failure for a data folder without a running server. */
export function notRunning(dataDir: string): CliFailure {
  return new NotReached(
    `No CAM server uses the data folder ${dataDir}. Start one in another terminal with: npm start\nIf a server uses another folder, set CAM_DATA: CAM_DATA=/path/to/data npm run cam -- ...\nIf it runs on another machine, sign in: npm run cam -- login https://cam.company.example`,
  );
}
