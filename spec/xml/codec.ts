export { decodeXml } from './decode.ts'
export { encodeXml } from './encode.ts'
