/** Maximum length of a website's HTML in Unicode code points; the service refuses more. */
export const HTML_CHARS_MAX = 5_242_880;
