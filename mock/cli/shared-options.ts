import { Argument, Option } from 'commander'
import { worldNames } from '../world-name.ts'

export function documentArgument(): Argument {
  return new Argument(
    '[document]',
    'path or URL of an OpenAPI 3.x document (default: the built-in Pet Store)',
  )
}

export function remoteRefsOption(): Option {
  return new Option('--allow-remote-refs', "follow $refs to other servers and outside the document's folder")
}

export function seedOption(): Option {
  return new Option('--seed <seed>', 'seed of generated data').default('1')
}

export function worldOption(): Option {
  return new Option(
    '--world <name|file>',
    `initial records: ${worldNames.join(', ')}, or a JSON file`,
  ).default('demo')
}

export function nowOption(): Option {
  return new Option('--now <date>', 'freeze the clock at a date, e.g. 2030-12-06 or 2030-12-06T10:00:00Z')
}
