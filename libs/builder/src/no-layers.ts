/** The JSON text of an empty list of layers (named pieces of HTML, CSS or text), which a new or cleared website has. */
export const NO_LAYERS = '[]';
