/** The JSON text of an empty list of layers, which a new or cleared website has. */
export const NO_LAYERS = '[]';
