/** The JSON text of an empty list of layers: that of every new and every emptied website. */
export const NO_LAYERS = '[]';
