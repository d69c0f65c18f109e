import type { ErrorBody } from '@cam/contracts';

/** A call that CAM refused. The message is a sentence for people. */
export class CamRefusal extends Error {
  override readonly name = 'CamRefusal';

  /**
   * @param call the method and path, as in the API reference
   * @param status the HTTP status
   * @param body the refusal; null where something between the program and CAM answered
   */
  constructor(
    readonly call: string,
    readonly status: number,
    readonly body: ErrorBody | null,
  ) {
    super(body?.user_message ?? `${call} returned status ${status}, which did not come from CAM. Check the address and the proxies in between.`);
  }

  /** The reason as a constant, such as `NOT_FOUND`; null without a body. */
  get code(): string | null {
    return this.body?.code ?? null;
  }
}

/** CAM did not answer: it is not running at the address, or the answer took longer than the limit. `cause` has the error of the network. */
export class CamUnreachable extends Error {
  override readonly name = 'CamUnreachable';

  constructor(
    readonly call: string,
    url: string,
    cause: unknown,
  ) {
    super(`CAM at ${url} did not answer ${call}.`, { cause });
  }
}
