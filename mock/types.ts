export type { Behaviour, BehaviourContext, Behaviours, Ok, Outcome, Refused } from './behaviour.ts'
export type { MaybePromise } from './maybe-promise.ts'
export type {
  ContentTypeFault,
  Distribution,
  DropFault,
  Fault,
  Faults,
  InvalidFault,
  LatencyFault,
  MalformedFault,
  RateLimitFault,
  SlowFault,
  StatusFault,
  TruncateFault,
} from './engine/faults/fault.ts'
export type { Expectation, Expectations, StandingExpectation } from './engine/expectations/expectation.ts'
export type { SelfCheck } from './engine/engine.ts'
export type { Scenario, ScenarioStep, Setting } from './scenarios/scenario.ts'
export type { FaultSwitches, OpenSession, Session, Sessions } from './sessions/session.ts'
export type { Clock, Random } from './data/random.ts'
export type { Collection, Id, ListQuery, Page, Store, StoreSnapshot, Transaction } from './store/store.ts'
export type { WorldName } from './world-name.ts'
export type { WorldRecords } from './engine/options/world.ts'
export type { Document, Operation } from '../spec/document.ts'
export type { Headers, HttpRequest, HttpResponse } from '../spec/http.ts'
export type { Json, JsonObject } from '../spec/json.ts'
export type { MswHttp, MswOptions } from './adapters/msw.ts'
