// What the server sends. Written by scripts/page_types.py from the messages: do not edit.

/** @typedef {import("./types.js").View} View */

/**
 * @typedef {object} AdviceInfo An order, what touches it on the board, what it is worth if that can
 *   be said, what throws and cards promise, and why; of what one has in mind, where it falls short
 *   of the best
 * @property {string} text
 * @property {string[]} choices
 * @property {string[]} pieces
 * @property {string[]} goal
 * @property {StandingInfo | null} standing
 * @property {string[]} odds
 * @property {CauseInfo[]} causes
 */

/**
 * @typedef {object} AnalysisInfo A branch: of which game (null: of one that is not here), what it
 *   is called, at which moment it leaves the game, and what is written along its line
 * @property {string | null} game
 * @property {string} title
 * @property {number} made
 * @property {string} clock
 * @property {boolean} supposed
 * @property {number} since
 * @property {CommentInfo[]} comments
 */

/**
 * @typedef {object} Arrival A unit that is to come, and where
 * @property {string} unit
 * @property {string} where
 * @property {string} side
 * @property {boolean} delayed
 */

/**
 * @typedef {object} Arrow An arrow from one place to another
 * @property {string} from
 * @property {string} to
 * @property {string} class
 * @property {string} label
 */

/**
 * @typedef {object} BotSeat A bot that plays a seat: its level, and how long it may think about a
 *   decision
 * @property {string} level
 * @property {number | null} seconds
 */

/**
 * @typedef {object} BranchInfo A branch in the list of a game's
 * @property {string} table
 * @property {string} name
 * @property {number} made
 * @property {string} clock
 * @property {number} total
 * @property {number} since
 * @property {number} comments
 * @property {string} changed
 * @property {boolean} yours
 */

/**
 * @typedef {object} Branches The branches of a game that the token may see, and why no other can be
 *   made just now
 * @property {BranchInfo[]} branches
 * @property {string | null} refusal
 */

/**
 * @typedef {object} Budget What is left to spend, in words, and as so many pips
 * @property {string} name
 * @property {string} text
 * @property {number} pips
 */

/**
 * @typedef {object} CardEntry A card to look up, drawn
 * @property {string} id
 * @property {number | string} number
 * @property {string[]} text
 * @property {Record<string, any>} facts
 * @property {string} svg
 * @property {string} side
 */

/**
 * @typedef {object} Catalogue The games that can be played
 * @property {GameInfo[]} games
 */

/**
 * @typedef {object} CauseInfo What an order changes, and whether that is good for who gives it
 * @property {string} text
 * @property {boolean} good
 */

/**
 * @typedef {object} Chart A printed chart as a table that the page can show, light up and search:
 *   `lit` are cells, or whole rows, by number
 * @property {string} id
 * @property {string} title
 * @property {string} rule
 * @property {string[]} columns
 * @property {ChartRow[]} rows
 * @property {string[]} notes
 * @property {boolean} needed
 * @property {([number, number | null])[]} lit
 * @property {ChartKeys | null} keys
 * @property {string} svg
 */

/**
 * @typedef {object} ChartKeys What rows and columns of a chart are called by events that were read
 *   from it
 * @property {string[]} rows
 * @property {string[]} columns
 */

/**
 * @typedef {object} ChartRow A row of a chart
 * @property {string} head
 * @property {string[]} cells
 */

/**
 * @typedef {object} Check A turn at whose end victory is checked, and what decides then
 * @property {number} turn
 * @property {"next" | "now" | "past"} state
 * @property {string} rule
 * @property {Level[]} levels
 */

/**
 * @typedef {object} Chosen One choice of the past
 * @property {number} made
 * @property {string} seat
 * @property {string | null} id
 * @property {string | null} label
 * @property {string} clock
 */

/**
 * @typedef {object} CommentInfo What was written at a moment of a branch, after so many choices
 * @property {number} made
 * @property {string} text
 */

/**
 * @typedef {object} Condition Something that must be so for one side to win; `hostile` if that is
 *   the other side
 * @property {string} text
 * @property {string} state
 * @property {boolean} met
 * @property {string[]} touches
 * @property {boolean} hostile
 */

/**
 * @typedef {object} CounselInfo How the seat stands that decides, if that can be said, what it
 *   could do, the best first, and what comes of what it has in mind, if it asked
 * @property {string} seat
 * @property {StandingInfo | null} now
 * @property {AdviceInfo[]} best
 * @property {AdviceInfo | null} considered
 */

/**
 * @typedef {object} DealingInfo What cards and dice come from, as far as the seat may know.
 *   `typed`: the founder chose the seed and can know what follows. The secret is shown when the
 *   game is over
 * @property {string} dealer
 * @property {boolean} typed
 * @property {any} seed
 * @property {string | null} commitment
 * @property {string | null} secret
 * @property {Record<string, string | null>} nonces
 */

/**
 * @typedef {object} Deck A deck that everybody draws from: what is left, discarded, and drawn this
 *   turn
 * @property {number[]} left
 * @property {number[]} discards
 * @property {Drawn[]} drawn
 * @property {boolean} needed
 */

/**
 * @typedef {object} Drawn A card that was drawn this turn, what for, and what it says
 * @property {number} card
 * @property {string} note
 * @property {string} text
 */

/**
 * @typedef {object} Error Every refusal; a stale one brings a fresh snapshot
 * @property {ErrorText} error
 * @property {Snapshot | null} [snapshot]
 */

/**
 * @typedef {object} ErrorText What was wrong, where, and what to do
 * @property {string} field
 * @property {string} text
 * @property {string | null} rule
 */

/**
 * @typedef {object} Fact A line about something; `lacking` says that it should be otherwise
 * @property {string} text
 * @property {boolean} lacking
 */

/**
 * @typedef {object} FigureInfo A figure on the board, what it says in full, and what it comes from
 * @property {string} at
 * @property {string} text
 * @property {string} words
 * @property {string} look
 * @property {Line[]} reasons
 */

/**
 * @typedef {object} Figures The figures of the present decision, and the attacks that those it is
 *   about could make instead, if the last choice is taken back
 * @property {FigureInfo[]} figures
 * @property {OrderInfo[]} instead
 */

/**
 * @typedef {object} Flipbook Everything that the flipbook shows to a seat
 * @property {number} turn
 * @property {number} last_turn
 * @property {string} time
 * @property {string} phase
 * @property {PhaseNow[]} phases
 * @property {Now} now
 * @property {Chart[]} tables
 * @property {TrackTurn[]} track
 * @property {Gauge[]} gauges
 * @property {Victory} victory
 * @property {Sum | null} sum
 * @property {Tray | null} tray
 * @property {Roster | null} roster
 * @property {Hand | null} hand
 * @property {Pile[]} piles
 * @property {Deck | null} deck
 * @property {Section[]} sections
 * @property {SpaceTrack[]} spaces
 * @property {Budget[]} budgets
 * @property {string} flood
 * @property {string} weather
 * @property {number} die
 */

/**
 * @typedef {object} Founded A new table and the tokens of its seats; by link, an invitation for
 *   each seat instead
 * @property {string} table
 * @property {Record<string, string>} tokens
 * @property {Record<string, string>} invitations
 * @property {string} seating
 * @property {string} title
 * @property {string | null} commitment
 */

/**
 * @typedef {object} GameInfo A game as the catalogue has it
 * @property {string} id
 * @property {string} title
 * @property {string} version
 * @property {string | null} notice
 * @property {string} board
 * @property {string} reference
 * @property {ScenarioInfo[]} scenarios
 * @property {SettingInfo[]} settings
 * @property {Record<string, Record<string, string[]>>} seats
 * @property {Offer[]} overlays
 * @property {Guided | null} guided
 * @property {string | null} style
 * @property {boolean} secrets
 * @property {Record<string, string>} names
 * @property {Record<string, string>} seatings
 * @property {Record<string, string>} signs
 * @property {Record<string, string>} colors
 * @property {StackTerm[]} stack
 * @property {boolean} notation
 * @property {LevelInfo[]} levels
 */

/**
 * @typedef {object} Gauge A figure to keep in sight; `of` is drawn as so many of so many
 * @property {string} name
 * @property {string} value
 * @property {string} note
 * @property {string} title
 * @property {[number, number] | null} of
 * @property {boolean} danger
 */

/**
 * @typedef {object} Guided The game that the lessons are for, what it teaches in a line, and the
 *   lessons
 * @property {string} scenario
 * @property {Record<string, any>} options
 * @property {number} seed
 * @property {string} text
 * @property {Lesson[]} lessons
 */

/**
 * @typedef {object} Hand One's own cards, and those of others that one has seen
 * @property {string} title
 * @property {HeldCard[]} cards
 * @property {HeldCard[]} seen
 * @property {string} seen_title
 */

/**
 * @typedef {object} Happened An event that the seat may know; `made` is the choice that brought it
 *   about
 * @property {number} index
 * @property {number} made
 * @property {string} rule
 * @property {string} kind
 * @property {string} text
 * @property {string[]} touches
 * @property {Record<string, any>} detail
 * @property {string[]} way
 * @property {string[] | null} cell
 * @property {Kind} manner
 */

/**
 * @typedef {object} HeldCard A card in a hand; `options` are those that play it
 * @property {string} id
 * @property {string} face
 * @property {string} name
 * @property {string} text
 * @property {string[]} options
 */

/**
 * @typedef {object} Hint What a number or a symbol of a drawing is: its name, in which `{}` is what
 *   stands there, what it means, and under which rule. Whoever points at it is told
 * @property {string} name
 * @property {string} text
 * @property {string} rule
 */

/**
 * @typedef {object} History The choices of the past
 * @property {Chosen[]} choices
 */

/**
 * @typedef {object} Kind A kind of event. The sign stands before it in the log; what a `hostile`
 *   one draws on the map is in the color of the other side
 * @property {string} id
 * @property {string} sign
 * @property {"aside" | "beat" | "line" | "scene" | "silent"} weight
 * @property {"" | "aim" | "hit" | "leave" | "loss" | "route" | "shoot" | "travel"} motion
 * @property {"" | "deed" | "turn"} begins
 * @property {"" | "bad" | "faint" | "good" | "strong"} tone
 * @property {boolean} hostile
 * @property {boolean} lasting
 */

/**
 * @typedef {object} Legend What a look means, with its sign: color is never the only carrier of
 *   meaning
 * @property {string} class
 * @property {string} text
 * @property {string} mark
 */

/**
 * @typedef {object} Lesson What is said, and the deed that is asked for
 * @property {string} title
 * @property {string} text
 * @property {string} [task]
 * @property {string[]} [at]
 * @property {string} [explains]
 * @property {Moment[]} [when]
 * @property {Moment[]} [done]
 * @property {string} [waits]
 */

/**
 * @typedef {object} Level A level of victory, by points or in words
 * @property {string} result
 * @property {boolean} now
 * @property {string} head
 * @property {number | null} least
 * @property {number | null} most
 */

/**
 * @typedef {object} LevelInfo How well a bot plays
 * @property {string} id
 * @property {string} title
 * @property {string} text
 * @property {boolean} patient
 */

/**
 * @typedef {object} Likelihood An outcome and how likely it is
 * @property {string[]} results
 * @property {number} chance
 */

/**
 * @typedef {object} Line A text that shows on the map what it is about
 * @property {string} text
 * @property {string[]} touches
 */

/**
 * @typedef {object} Mark A mark on a place or piece. `fire` is the id of a field of fire to show
 *   with it
 * @property {string} id
 * @property {string} class
 * @property {string} label
 * @property {string} short
 * @property {number} value
 * @property {string[]} waiting
 * @property {string[]} due
 * @property {string} fire
 */

/**
 * @typedef {object} Marker A marker on a track of numbered spaces; `look` tells whose it is
 * @property {string} name
 * @property {string} look
 * @property {number} space
 * @property {string} note
 * @property {string[]} touches
 */

/**
 * @typedef {object} MistakeInfo An order that cost its seat something: after how many choices and
 *   when it was given, what it was, how many points less it promised than the best, and what that
 *   was
 * @property {number} made
 * @property {string} clock
 * @property {string} seat
 * @property {string} text
 * @property {number} cost
 * @property {string} better
 */

/**
 * @typedef {object} Moment A moment of a game: one of some kinds of decision is asked, by a seat,
 *   from a turn on, when something can be taken back; or events of some kinds have been told so
 *   many times since the lesson before was done, the event by which it was done included. What is
 *   left out does not matter
 * @property {string[]} [asked]
 * @property {string[]} [told]
 * @property {number} [times]
 * @property {string} [seat]
 * @property {number} [turn]
 * @property {boolean} [undo]
 */

/**
 * @typedef {object} Now What is being decided, and what must and may be done about it
 * @property {string} title
 * @property {string} step
 * @property {string} rule
 * @property {string[]} must
 * @property {string[]} may
 * @property {boolean} part
 * @property {string} left
 * @property {boolean} drag
 * @property {boolean} orders
 */

/**
 * @typedef {object} Odds What was asked: an attack with all its terms, or where a unit can go and
 *   for how much. A game may add its own
 * @property {Sum | null} [attack]
 * @property {string} [unit]
 * @property {Record<string, number>} [places]
 */

/**
 * @typedef {object} Offer An overlay that the board can show, and the key that shows it
 * @property {string} id
 * @property {string} title
 * @property {string} key
 * @property {string} rule
 * @property {Parameter[]} parameters
 */

/**
 * @typedef {object} OrderInfo What some pieces can do together: who, where to and by which way, as
 *   ids on the board
 * @property {string} label
 * @property {string} rule
 * @property {string[]} choices
 * @property {string[]} pieces
 * @property {string[]} goal
 * @property {string[]} way
 * @property {string} note
 * @property {boolean} hostile
 * @property {string[]} risks
 */

/**
 * @typedef {object} Orders The orders that can be given to some pieces, or why none can
 * @property {OrderInfo[]} orders
 * @property {Record<string, any> | null} refusal
 */

/**
 * @typedef {object} Origin What the founder began from: "scenario", "situation" or "record", and
 *   how many choices came with it. What was hidden in a situation or a record the founder knows
 * @property {string} kind
 * @property {number} made
 */

/**
 * @typedef {object} Parameter What an overlay may be asked for; no values: any name
 * @property {string} id
 * @property {string[]} values
 */

/**
 * @typedef {object} PhaseNow A phase of a turn, with the words of its rule, and how it stands to
 *   the present one
 * @property {string} id
 * @property {string} name
 * @property {string} rule
 * @property {string} text
 * @property {"next" | "now" | "past"} state
 */

/**
 * @typedef {object} Pile What everybody may see of somebody's cards
 * @property {string} title
 * @property {string[]} cards
 * @property {string} side
 * @property {number | null} hand
 * @property {number | null} left
 */

/**
 * @typedef {object} PlanInfo An order as it would be carried out: the choices to make now and
 *   later, whether it commits, whether it leads to a draw or a roll, and its odds
 * @property {string[]} now
 * @property {string[]} later
 * @property {boolean} commits
 * @property {boolean} draws
 * @property {string[]} odds
 */

/**
 * @typedef {object} PointGroup A source of points: what counts, what could still be added, what
 *   cannot be lost any more
 * @property {string} id
 * @property {string} title
 * @property {string} note
 * @property {string} rule
 * @property {number} points
 * @property {number} could
 * @property {number} secured
 * @property {PointLine[]} lines
 * @property {PointLine[]} open
 */

/**
 * @typedef {object} PointLine Something that counts, or does not yet
 * @property {string} name
 * @property {number} points
 * @property {string[]} touches
 */

/**
 * @typedef {object} Price Something allowed for now that will cost later
 * @property {string} text
 * @property {string} rule
 * @property {string[]} touches
 */

/**
 * @typedef {object} ProposalInfo What most players would choose, to agree with: the choices to make
 *   now and later
 * @property {string} label
 * @property {string[]} now
 * @property {string[]} later
 * @property {boolean} patient
 */

/**
 * @typedef {object} Reading How the seats stood at one moment
 * @property {number} made
 * @property {string} clock
 * @property {Record<string, StandingInfo>} standings
 */

/**
 * @typedef {object} Readings How the seats stood, turn by turn, and stand now
 * @property {Reading[]} readings
 */

/**
 * @typedef {object} Reckoned What a game owes to chance and to choices, in points for its first
 *   seat; what changed it most; and how that seat stood after each choice, before the first one
 *   first
 * @property {string} seat
 * @property {number} luck
 * @property {Record<string, number>} play
 * @property {StrokeInfo[]} strokes
 * @property {MistakeInfo[]} mistakes
 * @property {number[]} curve
 */

/**
 * @typedef {object} Reference What a game adds to its rules in the reference panel. The style is
 *   for its drawings, the hints for the parts that these mark (`art.svg.hinted`), by their key
 * @property {Chart[]} charts
 * @property {UnitEntry[]} units
 * @property {CardEntry[]} cards
 * @property {Record<string, Hint>} hints
 * @property {string[]} notes
 * @property {string} style
 */

/**
 * @typedef {object} Roster Who is where, group by group: shown instead of cards in a game that has
 *   none
 * @property {string} title
 * @property {RosterGroup[]} groups
 */

/**
 * @typedef {object} RosterGroup Counters that belong together, such as an army, how they stand, and
 *   where they are
 * @property {string} title
 * @property {string} note
 * @property {TrayUnit[]} units
 * @property {string[]} touches
 */

/**
 * @typedef {object} ScenarioInfo One way to set a game up
 * @property {string} id
 * @property {string} title
 * @property {string} text
 * @property {string} rule
 */

/**
 * @typedef {object} Section Lines under a heading, to be unfolded
 * @property {string} id
 * @property {string} title
 * @property {string} rule
 * @property {Line[]} lines
 * @property {boolean} open
 */

/**
 * @typedef {object} SettingInfo One choice made before the game
 * @property {string} id
 * @property {string} text
 * @property {any[]} values
 * @property {any} default
 * @property {string} rule
 * @property {string} group
 * @property {Record<string, string>} refused
 * @property {any} suggested
 */

/**
 * @typedef {object} Shade How a hex is shaded
 * @property {number} value
 * @property {string} label
 * @property {string} class
 */

/**
 * @typedef {object} ShareInfo What a place may get, and what each number promises there, from 0 on
 * @property {string} at
 * @property {string} name
 * @property {string[]} promises
 */

/**
 * @typedef {object} SharingInfo A number to share out: option ids are `id` and a number, one share
 *   after the other
 * @property {number} total
 * @property {boolean} whole
 * @property {string} id
 * @property {string} label
 * @property {ShareInfo[]} shares
 */

/**
 * @typedef {object} Shown An overlay that was asked for
 * @property {Mark[]} marks
 * @property {Legend[]} legend
 * @property {Record<string, Shade>} hexes
 * @property {Arrow[]} arrows
 * @property {string[]} listed
 * @property {string} hint
 * @property {boolean} labeled
 * @property {string} name
 * @property {string} title
 * @property {string} rule
 * @property {Record<string, string>} parameters
 */

/**
 * @typedef {object} Snapshot A table as one seat may see it at one moment
 * @property {string} table
 * @property {string} game
 * @property {string} scenario
 * @property {string} title
 * @property {Record<string, any>} options
 * @property {DealingInfo | null} dealing
 * @property {Origin} origin
 * @property {string[]} awaited
 * @property {string | null} resumed
 * @property {string} seating
 * @property {string | null} seat
 * @property {string[]} seats
 * @property {number} made
 * @property {number} revision
 * @property {boolean} live
 * @property {number} total
 * @property {View} view
 * @property {boolean} yours
 * @property {number} events_from
 * @property {number} events_total
 * @property {Happened[]} events
 * @property {Step} undo
 * @property {Step} redo
 * @property {string} counters
 * @property {Flipbook | null} flipbook
 * @property {Record<string, string[]>} glow
 * @property {Record<string, string[]>} routes
 * @property {Record<string, string>} notes
 * @property {Record<string, string>} looks
 * @property {boolean} figures
 * @property {Record<string, string[]>} risks
 * @property {Record<string, string>} commits
 * @property {string[]} subject
 * @property {string[]} around
 * @property {Price[]} warnings
 * @property {SharingInfo | null} sharing
 * @property {ProposalInfo | null} proposal
 * @property {boolean} final
 * @property {TurningPoint[]} turning_points
 * @property {"always" | "not-this-turn" | "when-possible" | null} ask
 * @property {Record<string, BotSeat>} bots
 * @property {string | null} absent
 * @property {boolean} contested
 * @property {AnalysisInfo | null} analysis
 */

/**
 * @typedef {object} SpaceTrack A track of numbered spaces with its markers
 * @property {string} id
 * @property {string} title
 * @property {string} rule
 * @property {number[]} spaces
 * @property {Marker[]} markers
 * @property {boolean} needed
 */

/**
 * @typedef {object} StackTerm Something that the counters of a stack have together
 * @property {string} words
 * @property {"best" | "each" | "total"} how
 * @property {number | null} enough
 * @property {string} warning
 */

/**
 * @typedef {object} StandingInfo How a seat stands: its chance, from 0 to 1, where it is known well
 *   enough to be told, and what it is the chance of; and the points that it can expect
 * @property {number | null} chance
 * @property {string} chance_is
 * @property {number} points
 */

/**
 * @typedef {object} Step Whether one can take back or make again, and what
 * @property {boolean} possible
 * @property {string | null} label
 * @property {number | null} to
 */

/**
 * @typedef {object} StrokeInfo A card or die that changed a game: after how many choices, when,
 *   what was told of it, and by how many points it helped the first seat
 * @property {number} made
 * @property {string} clock
 * @property {string} text
 * @property {number} points
 */

/**
 * @typedef {object} Sum An attack with every term of both sides: the chances before it is decided,
 *   the dice after. `versus` stands between the sides, `caption` over the chances. `thrown` says
 *   who throws dice: the first side two, or each side one, its `roll`
 * @property {string} title
 * @property {string} rule
 * @property {SumSide[]} sides
 * @property {string[]} touches
 * @property {string} versus
 * @property {Fact[]} facts
 * @property {number[]} dice
 * @property {"" | "each" | "first"} thrown
 * @property {string | null} result
 * @property {string} caption
 * @property {Likelihood[]} chances
 * @property {string[]} notes
 */

/**
 * @typedef {object} SumSide One side of a sum. The total may not be known yet; `limited` tells what
 *   caps it
 * @property {string} name
 * @property {string} who
 * @property {Term[]} terms
 * @property {number | null} total
 * @property {number | null} roll
 * @property {string} limited
 */

/**
 * @typedef {object} TableInfo A table in the list of one's own
 * @property {string} table
 * @property {string} game
 * @property {string} scenario
 * @property {string} title
 * @property {string} seating
 * @property {string[]} seats
 * @property {string} clock
 * @property {number} made
 * @property {boolean} over
 * @property {string} created
 * @property {string} changed
 * @property {boolean} bots
 */

/**
 * @typedef {object} TableList One's own tables, latest change first
 * @property {TableInfo[]} tables
 */

/**
 * @typedef {object} Term A number that counts in a sum
 * @property {string} name
 * @property {number} value
 */

/**
 * @typedef {object} TrackTurn A box of the turn track. `water` is how high it stands, `mark` a word
 *   for what happens
 * @property {number} turn
 * @property {string} when
 * @property {"next" | "now" | "past"} state
 * @property {Arrival[]} arrivals
 * @property {string[]} printed
 * @property {boolean} check
 * @property {boolean} shuffle
 * @property {"" | "high" | "low" | "mid"} water
 */

/**
 * @typedef {object} Tray Counters beside the board that are to be placed, by where they may go
 * @property {string} title
 * @property {string} rule
 * @property {string} hint
 * @property {TrayGroup[]} groups
 */

/**
 * @typedef {object} TrayGroup Counters that go to the same place
 * @property {string} title
 * @property {TrayUnit[]} units
 */

/**
 * @typedef {object} TrayUnit A counter beside the board
 * @property {string} id
 * @property {string} name
 * @property {boolean} reduced
 * @property {boolean} chosen
 */

/**
 * @typedef {object} TurningPoint A moment at which the clock changed; at the start of a turn `turn`
 *   and `text` say so
 * @property {number} made
 * @property {string} clock
 * @property {number | null} turn
 * @property {string | null} text
 */

/**
 * @typedef {object} UnitEntry A unit to look up, drawn; with its back if that differs
 * @property {string} id
 * @property {string} name
 * @property {string} side
 * @property {string} text
 * @property {Record<string, any>} facts
 * @property {string} svg
 * @property {string} back
 */

/**
 * @typedef {object} Victory How it stands: points by their sources, or conditions; and what decides
 * @property {string} title
 * @property {string} level
 * @property {number} points
 * @property {string} said
 * @property {PointGroup[]} groups
 * @property {Condition[]} conditions
 * @property {Check[]} checks
 * @property {string[]} notes
 * @property {string} empty
 */

export {};
