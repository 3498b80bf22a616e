/** Types for the parts of the package sax that XmlReader uses; the package brings no types. */
declare module 'sax' {
  /** A parser for one XML document. It calls the handlers (`on…`) during `write`. */
  export interface SAXParser {
    line: number;
    startTagPosition: number;
    /** The element whose start tag is being read. */
    tag: { attributes: Record<string, string> };
    /** The parser's buffers of unfinished texts, by name. The error for a full buffer contains its name. */
    [buffer: string]: unknown;
    onopentag: (tag: { readonly name: string }) => void;
    onclosetag: () => void;
    onattribute: (attribute: { readonly name: string; readonly value: string }) => void;
    ontext: (text: string) => void;
    oncdata: (text: string) => void;
    onerror: (error: Error) => void;
    write(text: string): void;
    close(): void;
    /** Continues after an error was reported. */
    resume(): void;
  }
  const sax: { parser(strict: boolean, options: { readonly position: boolean }): SAXParser };
  export default sax;
}
