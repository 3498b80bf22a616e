/** Types for the parts of the package sax that XmlReader uses; the package has none. */
declare module 'sax' {
  /** A parser for one document, which calls its handlers during `write`. */
  export interface SAXParser {
    line: number;
    startTagPosition: number;
    /** The element whose attributes are being read. */
    tag: { attributes: Record<string, string> };
    /** Buffers of texts being read, by name; an error message contains the name of a full buffer. */
    [buffer: string]: unknown;
    onopentag: (tag: { readonly name: string }) => void;
    onclosetag: () => void;
    onattribute: (attribute: { readonly name: string; readonly value: string }) => void;
    ontext: (text: string) => void;
    oncdata: (text: string) => void;
    onerror: (error: Error) => void;
    write(text: string): void;
    close(): void;
    /** Continues after an error. */
    resume(): void;
  }
  const sax: { parser(strict: boolean, options: { readonly position: boolean }): SAXParser };
  export default sax;
}
