/**
 * Words that programmers use for the same thing. Each line is one meaning; a word may be in several. Used to
 * widen a query where no language model is at hand.
 */
const meanings = `
auth authentication authenticate login signin logon credential
authorize authorization permission access grant role
logout signout
delete remove erase drop destroy discard
create make build new construct instantiate
add append insert push
get fetch load retrieve read obtain
set assign store write put
save persist store write
update modify change edit mutate patch
find search lookup locate query
start begin launch open run
stop end terminate close shutdown halt
cancel abort interrupt
error failure exception fault problem
retry reattempt backoff
timeout deadline expiry expire
cache memoize memo store
queue fifo buffer
thread concurrency parallel async worker
lock mutex synchronize semaphore
parse decode read deserialize
encode serialize marshal format write
convert transform map translate cast
config configuration settings options preferences
validate check verify assert ensure
user account member profile
event signal notification observer listener message
subscribe observe listen watch
publish emit dispatch broadcast notify send
send post transmit dispatch
receive handle accept
request call query
response reply answer result
connect connection socket link
url uri link address endpoint
folder directory path
image picture photo icon
display show render draw present
hide dismiss conceal
size length count capacity
sort order rank
filter select predicate where
merge combine join concat union
split divide separate partition
compare equal diff match
copy clone duplicate
move rename relocate
log logging trace print
debug diagnostic inspect
token jwt key secret
encrypt cipher crypto
hash digest checksum
random uuid nonce
date time timestamp clock
delay wait sleep pause
view screen page controller
array list vector sequence
dictionary map table
iterate loop enumerate traverse walk visit
tree node hierarchy
stream pipe channel
server listener host
database db storage repository
migrate migration upgrade
install setup bootstrap init initialize
argument parameter option flag
command subcommand cli
plugin extension addon module
middleware interceptor handler
callback closure completion handler
promise future async task
throttle debounce limit
upload send multipart
pagination page cursor offset
`;

const groups = meanings
  .trim()
  .split("\n")
  .map((line) => line.split(" "));

/** Other words for a word, the word itself left out. */
export function synonymsOf(word: string): string[] {
  const wanted = word.toLowerCase();
  const found = groups.filter((group) => group.includes(wanted)).flat();
  return [...new Set(found)].filter((each) => each !== wanted);
}
