import ts from 'typescript';

const FLAGS = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType;

/** Objects that are nested deeper are written in one line. */
const MAX_DEPTH = 8;

/** A union of texts, whose order the compiler takes from all that it has read before. */
const TEXTS = /'(?:[^'\\]|\\.)*'(?: \| '(?:[^'\\]|\\.)*')+/g;

/** Content of a text that stands in the report; of a longer one, it stands that it is a text. */
const LONGEST_TEXT = 80;

/** Writes types as their structure, with the names of exported types in place of their content. */
export class TypeWriter {
  /** Names of exported types, by the type itself and by its structure: types of schemas lose their alias. */
  private readonly names = new Map<ts.Type | string, string>();

  constructor(private readonly checker: ts.TypeChecker) {}

  /** Makes later types refer to this one by its name. */
  name(type: ts.Type, name: string): void {
    if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Union))) return;
    if (!this.names.has(type)) this.names.set(type, name);
    const structure = this.structure(type);
    if (structure.startsWith('{\n') && !this.names.has(structure)) this.names.set(structure, name);
  }

  /** Returns the compiler's text of a type, without paths of this machine and with unions of texts in order. */
  text(type: ts.Type): string {
    return this.tidy(this.checker.typeToString(type, undefined, FLAGS));
  }

  /** Returns the parameters and the result of a function. */
  signature(signature: ts.Signature): string {
    return this.tidy(this.checker.signatureToString(signature, undefined, FLAGS));
  }

  private tidy(text: string): string {
    return text.replace(/import\("[^"]*"\)\./g, '').replace(TEXTS, (union) => union.split(' | ').sort().join(' | '));
  }

  /**
   * Returns the structure of a type.
   * @param isTop the type is being declared, so its own name says nothing
   */
  structure(type: ts.Type, indent = '', isTop = true): string {
    const name = isTop ? undefined : this.names.get(type);
    if (name) return name;
    if (this.checker.isArrayType(type)) {
      const [item] = this.checker.getTypeArguments(type as ts.TypeReference);
      const text = item ? this.structure(item, indent, false) : 'unknown';
      return `${type.symbol.name === 'ReadonlyArray' ? 'readonly ' : ''}${/[|&]|=>/.test(text) && !text.startsWith('{') ? `(${text})` : text}[]`;
    }
    if (type.isStringLiteral() && type.value.length > LONGEST_TEXT) return 'string';
    if (type.isUnion() && type.types.some((member) => this.isPlain(member)))
      return [...new Set(type.types.map((member) => this.structure(member, indent, false)))].sort().join(' | ').replace('false | true', 'boolean');
    return this.isPlain(type) && indent.length < MAX_DEPTH * 2 ? this.members(type, indent) : this.text(type);
  }

  private members(type: ts.Type, indent: string): string {
    const properties = this.checker.getPropertiesOfType(type);
    if (properties.length === 0) return this.text(type);
    const lines = properties.map((property) => {
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
      const valueType = this.checker.getTypeOfSymbol(property);
      const shown = isOptional ? this.checker.getNonNullableType(valueType) : valueType;
      // An optional value may still be null.
      const isNullable = isOptional && valueType.isUnion() && valueType.types.some(({ flags }) => flags & ts.TypeFlags.Null);
      const key = /^\w+$/.test(property.name) ? property.name : `'${property.name}'`;
      return `${indent}  ${key}${isOptional ? '?' : ''}: ${this.structure(shown, `${indent}  `, false)}${isNullable ? ' | null' : ''};`;
    });
    const text = `{\n${lines.sort().join('\n')}\n${indent}}`;
    return (indent !== '' && this.names.get(text.replaceAll(`\n${indent}`, '\n'))) || text;
  }

  /** Returns whether a type is an object without a name of its own, whose members say what it is. */
  private isPlain(type: ts.Type): boolean {
    if (type.flags & ts.TypeFlags.Intersection) return (type as ts.IntersectionType).types.every((member) => this.isPlain(member));
    if (!(type.flags & ts.TypeFlags.Object) || this.checker.isArrayType(type) || this.checker.isTupleType(type)) return false;
    const isNamed = type.symbol && !type.symbol.name.startsWith('__');
    return !isNamed && type.getCallSignatures().length === 0 && this.checker.getIndexInfosOfType(type).length === 0;
  }
}
