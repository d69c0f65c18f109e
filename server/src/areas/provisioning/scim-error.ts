/** Kinds of errors of requests. @see https://www.rfc-editor.org/rfc/rfc7644#section-3.12 */
export type ScimType = 'invalidFilter' | 'invalidPath' | 'invalidSyntax' | 'invalidValue' | 'mutability' | 'noTarget' | 'tooMany' | 'uniqueness';

/** A refusal in the form of the protocol. */
export class ScimError extends Error {
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly scimType: ScimType | null = null,
  ) {
    super(detail);
  }

  toBody(): Record<string, unknown> {
    return {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(this.status),
      ...(this.scimType ? { scimType: this.scimType } : {}),
      detail: this.detail,
    };
  }
}

export const invalid = (scimType: ScimType, detail: string): ScimError => new ScimError(400, detail, scimType);
export const missing = (kind: 'user' | 'group', id: string): ScimError => new ScimError(404, `There is no ${kind} with the id "${id}".`);
