/** A failure that the user can fix. Printed as a message without a stack. */
export class CliFailure extends Error {
  constructor(
    message: string,
    readonly details?: unknown,
  ) {
    super(message);
  }
}

/** Returns the failure for an address without a server. */
export function notReached(url: string): CliFailure {
  return new CliFailure(`No CAM server responds at ${url}. Check CAM_URL and the network, then try again.`);
}

/** Returns the failure for a data folder without a running server. */
export function notRunning(dataDir: string): CliFailure {
  return new CliFailure(
    `No CAM server uses the data folder ${dataDir}. Start one in another terminal with: npm start\nIf a server uses another folder, set CAM_DATA: CAM_DATA=/path/to/data npm run cam -- ...`,
  );
}
