/** Something that the person at the keyboard can mend: printed as a sentence, without a stack. */
export class CliFailure extends Error {
  constructor(
    message: string,
    readonly details?: unknown,
  ) {
    super(message);
  }
}

/** No server answers at the address that was named. */
export function notReached(url: string): CliFailure {
  return new CliFailure(`No CAM answers at ${url}. Check CAM_URL and the network, then try again.`);
}

/** No server runs on the data folder. */
export function notRunning(dataDir: string): CliFailure {
  return new CliFailure(
    `CAM is not running on the data in ${dataDir}. Start it in another terminal with: npm start\nIf it runs with other data, name the folder: CAM_DATA=/path/to/data npm run cam -- ...`,
  );
}
