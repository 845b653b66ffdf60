import type { Source } from './source.ts'

const adjectives: readonly string[] = `
  amber blue bright calm central classic clear coastal cosy crisp daily early eastern easy fresh friendly gentle global
  golden grand green handy hidden high honest large light little local lucky main mellow modern national natural new
  northern open original plain polar proper public quick quiet rapid ready regional round royal rustic second sharp
  silent silver simple small smart smooth soft solid southern special spring steady strong summer sunny swift true urban
  velvet vivid warm western white wide winter wooden young
`
  .trim()
  .split(/\s+/)

const nouns: readonly string[] = `
  anchor apple arrow atlas badge beacon bridge brook canal candle canyon castle cedar circle cliff cloud clover coast
  comet copper coral corner cottage creek crystal delta desert dune echo ember engine falcon feather fern field forest
  fountain garden gate glacier grove harbor hill horizon island lake lantern leaf ledge library lighthouse lotus maple
  market meadow mill mirror moon mountain oak ocean orchard otter palm path pebble piano pine planet plaza pond port
  prairie quarry rain reef ridge river robin rose sail sand signal sky spark spring square star station stone storm
  stream summit sun tide timber tower trail tulip valley village violin water wave willow wind window wren
`
  .trim()
  .split(/\s+/)

/** Neutral words. */
export const adjective = ({ random }: Source): string => random.pick(adjectives)
export const noun = ({ random }: Source): string => random.pick(nouns)
export const phrase = (source: Source): string => `${adjective(source)} ${noun(source)}`

/** Sentences that fit almost anything, for descriptions shown in a user interface. */
export const sentences: readonly string[] = [
  'Checked and ready to go.',
  'Popular with people who try it for the first time.',
  'Replaces the earlier version.',
  'Please read the instructions first.',
  'Updated after feedback from the team.',
  'A second one is on its way.',
  'Available while stocks last.',
  'Handle with care.',
  'Nothing unusual to report.',
  'Works best in the morning.',
  'Recommended by three out of four.',
  'To be reviewed again next month.',
  'Small, but it does the job.',
  'The details were agreed by phone.',
  'Comes with everything that is needed.',
  'Ask at the front desk for more.',
  'Made to last for years.',
  'Not suitable for beginners.',
  'Moved here from the old system.',
  'One of our favourites.',
  'Waiting for a reply since Monday.',
  'Easy to set up and easy to like.',
  'Kept for reference.',
  'A good choice for small groups.',
]

export const remarks: readonly string[] = [
  'Thanks, that was quick!',
  'Could you have another look at this?',
  'Exactly what I was looking for.',
  'It arrived a day late, but all is well.',
  'See you on Thursday.',
  'I would buy it again.',
  'Please call before you come.',
  'Sorry, I only saw this now.',
  'Works as described.',
  'Does anybody know more about it?',
  'All good from our side.',
  'Let us talk about it tomorrow.',
  'Sounds good to me.',
  'Can we move this to next week?',
  'I have added some notes below.',
  'Nice work, everyone!',
  'Is this still on for today?',
  'I will take a look this afternoon.',
  'Done, please check.',
  'What do you think?',
]
