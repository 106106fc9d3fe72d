/// The verses, written for this project.
extension VerseCollection {
  static let morningText = """
    The kettle hums before I do;
    one of us has to start.

    Grey light puts its hand on the sill
    and waits to be let in.

    Yesterday left its coat on the chair.
    Hang it up. Go out.

    A blackbird tries the same three notes
    until the day agrees.

    The street is swept of every plan
    but bread, and who will fetch it.

    Open the window by a hand's width:
    the year comes in that way too.

    No letter yet, no wind, no news.
    How rich to be this early.

    The first thought is a shy one.
    Sit still, and it may stay.

    Frost has signed each pane of glass
    and left before the thaw.

    Shoes by the door, both facing out:
    they knew it before me.

    The dark was only on its way
    to somebody else's evening.

    Begin it badly, but begin.
    The sun came up half asleep.

    Two birds dispute the garden wall.
    The garden does not listen.
    """

  static let seaText = """
    The tide comes in to say one word
    and spends all day on it.

    Stones learn roundness from the wave;
    the wave learns nothing, and goes on.

    A gull stands on the harbour wall
    like something left unpaid.

    Far out, a ship no bigger than
    the name of where it's bound.

    Salt on the rope, salt on the bread,
    salt in the talk of fathers.

    The fog has taken in the pier
    as one takes in the washing.

    Whoever counts the waves will find
    the seventh is a rumour.

    Low water. All the hidden things
    lie bored beneath the sky.

    The lighthouse never asks the ships
    if any one was thankful.

    We drew a boat upon the sand.
    It sailed, the way they all do.

    Nets dry between two leaning poles,
    a net is mostly nothing.

    Sleep comes as water fills a cove:
    around you first, then under.

    Write your address upon the wind;
    the answer comes as weather.
    """

  static let workText = """
    Do the dull part while it is small.
    It does not stay that way.

    A good knife, a cleared table,
    and nobody's opinion.

    What you can name you can put down.
    The rest you carry home.

    Half of the craft is sweeping up,
    the better half is looking.

    Measure it twice; and if it's wrong,
    be glad it was the paper.

    The bug was there before you came.
    It only wanted reading.

    Leave one thing easy for the morning:
    a door you needn't push.

    They praise the arch, and no one sees
    the wood that held it open.

    Ask early. Pride is slow to spell
    and costs more than an answer.

    A tool put back is half a prayer,
    the other half is oil.

    Enough is when the cup is full,
    and not when you are empty.

    It runs. Now make it plain enough
    that you could be away.

    When both of you are surely right,
    go out and look at it.
    """
}
