/** The part of the XML parser sax that XmlReader uses. The package has no types of its own. */
declare module 'sax' {
  /** A parser of one document. Its handlers are called while it writes. */
  export interface SAXParser {
    line: number;
    startTagPosition: number;
    /** The element whose attributes are being read. */
    tag: { attributes: Record<string, string> };
    /** Texts that are being read, by their kind. An error names one that is too long. */
    [buffer: string]: unknown;
    onopentag: (tag: { readonly name: string }) => void;
    onclosetag: () => void;
    onattribute: (attribute: { readonly name: string; readonly value: string }) => void;
    ontext: (text: string) => void;
    oncdata: (text: string) => void;
    onerror: (error: Error) => void;
    write(text: string): void;
    close(): void;
    /** Goes on after an error. */
    resume(): void;
  }
  const sax: { parser(strict: boolean, options: { readonly position: boolean }): SAXParser };
  export default sax;
}
