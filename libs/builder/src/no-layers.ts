/** The empty list of layers, which every new and every cleared website has. */
export const NO_LAYERS = '[]';
