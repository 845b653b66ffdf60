import { placeOf } from '../../../spec/problems/place.ts'
import type { OperationSummary } from '../../events.ts'
import type { Finding, ReportedRequest, ReportedResponse } from '../../findings/finding.ts'
import { requirementUrl } from '../../findings/requirement.ts'
import { caseOf, gistOf } from '../gist.ts'
import { reasonPhrase } from '../reason-phrase.ts'
import { jsonView } from './body-view.ts'
import { compareBodies, type Compared, type Marks } from './differences.ts'
import { layOutJson, type JsonLine } from './json-lines.ts'
import { exact, html, type Markup } from './markup.ts'

/** A finding as a list item: a summary line that opens to show the evidence. */
export function findingView(finding: Finding, operation: OperationSummary | undefined): Markup {
  const { id, check, severity, title, expected, actual } = finding
  return html`<li
    class="finding"
    id="f-${id}"
    data-operation="${finding.operation}"
    data-check="${check}"
    data-severity="${severity}"
  >
    <details>
      <summary>
        <span class="badge ${severity}">${severity}</span>
        <span class="headline"
          ><strong>${title}</strong> ${subjectView(finding.operation, operation)}
          <span class="gist">${gistOf(finding)}</span></span
        >
      </summary>
      <div class="evidence">
        <dl class="facts">
          <dt>Case</dt>
          <dd>${caseOf(finding)}</dd>
          <dt>Expected</dt>
          <dd>${expected}</dd>
          <dt>Got</dt>
          <dd>${actual}</dd>
          <dt>Required by</dt>
          <dd>${requirementView(finding)}</dd>
          <dt>Check</dt>
          <dd><code>${check}</code> on <code>${finding.operation}</code></dd>
          <dt>Finding id</dt>
          <dd>
            <a href="#f-${id}"><code>${id}</code></a> (stable between runs)
          </dd>
        </dl>
        ${exchangeView(finding)} ${commandView('Reproduce with curl', finding.curl)}
        ${finding.replay === '' ? '' : commandView('Run this case again', finding.replay)}
      </div>
    </details>
  </li> `
}

/** The method and path of an operation; the name of anything else. */
export function subjectView(id: string, operation: OperationSummary | undefined): Markup {
  const [method, path] = operation ? [operation.method, operation.path] : methodAndPath(id)
  if (method === undefined) return html`<code class="subject">${id}</code>`
  return html`<code class="subject"><span class="method">${method}</span> ${path}</code>`
}

function methodAndPath(id: string): readonly [method: string | undefined, path: string | undefined] {
  const match = /^([A-Z]+) (\/.*)$/.exec(id)
  return [match?.[1], match?.[2]]
}

function requirementView({ requirement, location }: Finding): Markup {
  const url = requirementUrl(requirement)
  const text =
    url === undefined ? html`${requirement}` : html`<a href="${url}" rel="noreferrer">${requirement}</a>`
  if (!location) return text
  return html`${text} <span class="where">${placeOf(location)}</span>`
}

const unmarked: Marks = new Map()

function exchangeView(finding: Finding): Markup {
  const { request, response } = finding
  const sent = layOut(request)
  const came = layOut(response)
  const marks = marksOf(finding, sent, came)
  return html`<div class="exchange">
    <section>
      <h4>Request</h4>
      ${request ? requestView(request, sent, marks.request) : html`<p class="none">No request.</p>`}
    </section>
    <section>
      <h4>Response</h4>
      ${response ? responseView(response, finding.milliseconds, came, marks.response) : html`<p class="none">No response.</p>`}
    </section>
  </div>`
}

/** Marks the faulty place, or else the differences between an accepted request and its response. */
function marksOf({ at, response }: Finding, sent: Lines, came: Lines): Partial<Compared> {
  if (at !== undefined) return { response: new Map([[at, 'broken']]) }
  const isAccepted = response !== null && response.status >= 200 && response.status < 300
  return sent && came && isAccepted ? compareBodies(sent, came) : {}
}

type Lines = readonly JsonLine[] | undefined

const layOut = (message: { readonly body: string | null } | null): Lines =>
  message?.body === null || message === null ? undefined : layOutJson(message.body)

function requestView(request: ReportedRequest, lines: Lines, marks: Marks = unmarked): Markup {
  return html`<p class="line"><span class="method">${request.method}</span> ${request.url}</p>
    ${headersView(request.headers)}${bodyView(request.body, lines, marks)}`
}

function responseView(
  response: ReportedResponse,
  milliseconds: number | undefined,
  lines: Lines,
  marks: Marks = unmarked,
): Markup {
  const { status } = response
  const time = milliseconds !== undefined && html`<small>after ${Number(milliseconds.toFixed(1))} ms</small>`
  return html`<p class="line">
      <span class="status s${Math.floor(status / 100)}">${status}</span> ${reasonPhrase(status)} ${time}
    </p>
    ${headersView(response.headers)}${bodyView(response.body, lines, marks)}`
}

function headersView(headers: ReportedRequest['headers']): Markup | false {
  if (headers.length === 0) return false
  return html`<ul class="headers">
    ${headers.map(([name, value]) => html`<li><b>${name}:</b> ${value}</li>`)}
  </ul>`
}

function bodyView(body: string | null, lines: Lines, marks: Marks): Markup {
  if (body === null) return html`<p class="none">No body.</p>`
  return lines ? jsonView(lines, marks) : html`<pre tabindex="0"><code>${body}</code></pre>`
}

function commandView(title: string, command: string): Markup | false {
  if (command === '') return false
  return html`<div class="command">
    <h4>${title}</h4>
    <button type="button" class="copy js-only">Copy</button>
    <pre tabindex="0"><code>${exact(command)}</code></pre>
  </div>`
}
