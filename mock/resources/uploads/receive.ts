import { uploadOf, type Upload } from '../../../spec/inference/uploads/uploads.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import { targetOf } from '../identity/identity.ts'
import { receiveUpload } from './upload.ts'

const uploads = new WeakMap<Endpoint, Upload | 'none'>()

/** Adds the file that a request uploads, if there is one, to its context. */
export async function withUpload(endpoint: Endpoint, context: RequestContext): Promise<RequestContext> {
  const { declared, options, operation, resource } = endpoint
  const upload = uploads.get(endpoint) ?? uploadOf(options.document, declared) ?? 'none'
  uploads.set(endpoint, upload)
  if (upload === 'none') return context
  const id = operation.role === 'create' ? undefined : targetOf(resource, operation, context.request)
  const received = await receiveUpload(endpoint, context, upload, id)
  return received ? { ...context, upload: received } : context
}
