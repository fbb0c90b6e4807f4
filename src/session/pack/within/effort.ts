/** So many of the best files may be read again for smaller forms; what comes after them goes in full or not at all. */
export const mostFiles = 500

/** After so many forms that do not fit, no other is tried. */
export const mostMisses = 20
