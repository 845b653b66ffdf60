/** The token that a mock accepts where credentials are required and none are given. */
export const defaultToken = 'stablehand'
