import type { Api, EndpointKey } from '@cam/contracts/server';
import { api, type ApiResult, type CallArgs } from '../../server/test/support/client';
import type { Findings } from '../attack/suite';
import type { Installation } from './installation';

/** Counts of what all people did. */
export interface Tally {
  calls: number;
  /** Calls that a kill cut off, or that were answered with 503 and the time to come back. */
  interrupted: number;
  /** Duration of each answered call, ms. */
  times: number[];
  writes: number;
  imports: number;
  reports: number;
}

/** A signed-in user. */
export class Person {
  #token = '';

  constructor(
    private readonly installation: Installation,
    readonly email: string,
    private readonly findings: Findings,
    private readonly tally: Tally,
  ) {}

  async signIn(): Promise<void> {
    const { url, operatorHeaders: headers } = this.installation;
    const answer = await api('POST /v1/operator/token', { body: { user: this.email }, headers }, undefined, url);
    if (answer.status === 200) this.#token = answer.body.access_token;
  }

  get token(): string {
    return this.#token;
  }

  /**
   * Makes a call. An answer that is neither a success nor the consequence of a kill is a finding.
   * @returns null if a kill interrupted the call, so that its outcome is unknown
   */
  async call<K extends EndpointKey>(key: K, args: CallArgs<K> = {}): Promise<Api[K]['answer'] | null> {
    const { kills, isDown, url } = this.installation;
    this.tally.calls += 1;
    const began = performance.now();
    let answer: ApiResult<Api[K]['answer']>;
    try {
      answer = await api(key, args, this.#token, url);
    } catch (error) {
      const isKilled = isDown || this.installation.isDown || this.installation.kills !== kills;
      this.findings.expect(isKilled, 'a call got no answer although nothing was killed', key, args, String((error as Error).cause ?? error));
      this.tally.interrupted += 1;
      return null;
    }
    const { status, headers, error, body } = answer;
    if (status < 300) {
      this.tally.times.push(performance.now() - began);
      return body;
    }
    this.tally.interrupted += 1;
    if (status === 401) await this.signIn().catch(() => undefined);
    else if (status !== 503 || headers.get('retry-after') === null) this.findings.add(`a call was answered with ${status}`, key, args, error);
    return null;
  }
}
