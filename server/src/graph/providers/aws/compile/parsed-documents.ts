import { parsePolicyDocument, type PolicyDocument } from './policy-document';

/** Characters of the texts that are kept. All are dropped when there are more. */
const MOST_KEPT = 16_000_000;

/** Parses equal policy documents once. Accounts hold many equal ones: the policies that AWS manages, and those of a template. */
class ParsedDocuments {
  readonly #byText = new Map<string, PolicyDocument | null>();
  #kept = 0;

  /** Returns the document of a text, which nobody may change; null where the text is no document. */
  of(text: string): PolicyDocument | null {
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    if (this.#kept + text.length > MOST_KEPT) {
      this.#byText.clear();
      this.#kept = 0;
    }
    const document = parsePolicyDocument(text);
    this.#byText.set(text, document);
    this.#kept += text.length;
    return document;
  }
}

/** Shared by all evaluations: that of an account reads the policies of all others that may reach it. */
export const PARSED_DOCUMENTS = new ParsedDocuments();
