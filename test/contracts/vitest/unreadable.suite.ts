import { contractTests } from '../../../contracts/vitest.ts'

contractTests('http://127.0.0.1:1', 'no-such-document.yaml')
