/** Properties that number items from the first to the last, so that their order needs no direction. */
export const numbering: RegExp = /^(?:position|index|sequence|sequence number|(?:\w+ )?order|ordinal|number)$/
