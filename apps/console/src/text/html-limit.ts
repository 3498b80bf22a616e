/** Maximum number of characters of an HTML, counted in Unicode code points as the service does. */
export const HTML_CHARS_MAX = 5_242_880;
